import type { Written } from '../../domain/reply.ts';

/** Proxies end a response that says nothing for 30 to 60 s. An answer that took 16 s to begin arrived here without them. */
const HEARTBEAT_MS = 5000;

/** An answer as server-sent events (WHATWG HTML, 9.2), which lasts as long as `end` is not called or the client goes. */
export interface EventStream {
  answer: Written;
  send: (event: object) => void;
  end: () => void;
}

export function openEventStream(): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const close = () => {
    clearInterval(beating);
    controller = undefined;
  };
  const write = (text: string) => controller?.enqueue(encoder.encode(text));
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    // The client went away. What it asked for goes on without it.
    cancel: close,
  });
  const beating = setInterval(() => write(': keep-alive\n\n'), HEARTBEAT_MS);
  return {
    answer: {
      written: true,
      status: 200,
      // nginx would hold the events back.
      headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
      body,
    },
    send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    end: () => {
      const open = controller;
      close();
      open?.close();
    },
  };
}
