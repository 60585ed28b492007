/**
 * The least of a WebSocket client (RFC 6455) that a bench needs: text frames of less than 64 KiB, no fragments. The npm
 * client costs 300 µs of CPU a connection, twice what the server does for it, and so would measure itself.
 */
import { connect, type Socket } from 'node:net';

export interface RawSocket {
  send: (text: string) => void;
  socket: Socket;
}

interface Options {
  host: string;
  port: number;
  path: string;
  localAddress: string;
  headers: Record<string, string>;
  open: (raw: RawSocket) => void;
  message: (data: Buffer) => void;
  refused: (status: string) => void;
}

/** Any 16 bytes; the answer's accept key is not judged here. */
const KEY = 'bXVzdGVyIGJlbmNoIGtleQ==';

export function rawConnect({ host, port, path, localAddress, headers, open, message, refused }: Options): void {
  const socket = connect({ host, port, localAddress, noDelay: true });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const upgrade = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
  socket.once('error', (error) => refused(error.message));
  socket.once('connect', () =>
    socket.write(`${upgrade}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n${lines.join('')}\r\n`),
  );
  let upgraded = false;
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!upgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const status = rest.toString('latin1', 9, 12);
      if (status !== '101') return refused(status);
      upgraded = true;
      rest = rest.subarray(end + 4);
      open({ socket, send: (text) => socket.write(frame(text)) });
    }
    rest = readFrames(rest, message, socket);
  });
}

/** Calls `message` for each whole text frame, answers pings, and returns what is left. */
function readFrames(buffer: Buffer, message: (data: Buffer) => void, socket: Socket): Buffer {
  let at = 0;
  while (buffer.length - at >= 2) {
    const short = (buffer[at + 1] ?? 0) & 0x7f;
    const head = short === 126 ? 4 : 2;
    const length = short === 126 ? buffer.readUInt16BE(at + 2) : short;
    if (buffer.length - at < head + length) break;
    const opcode = (buffer[at] ?? 0) & 0x0f;
    if (opcode === 1) message(buffer.subarray(at + head, at + head + length));
    if (opcode === 9) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
    at += head + length;
  }
  return at === 0 ? buffer : buffer.subarray(at);
}

/** A masked text frame; a mask of zeros leaves the payload as it is (RFC 6455, 5.3). */
function frame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 6 : 8;
  const buffer = Buffer.alloc(head + length);
  buffer[0] = 0x81;
  if (length < 126) buffer[1] = 0x80 | length;
  else {
    buffer[1] = 0x80 | 126;
    buffer.writeUInt16BE(length, 2);
  }
  buffer.write(text, head);
  return buffer;
}
