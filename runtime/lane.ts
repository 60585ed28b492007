/** Senders of one kind. Each takes one piece of work after another until none is due; who finds one calls another sender. */
export interface Lane {
  wake: () => void;
  /** What is being sent at this moment, by its row's id. */
  sending: () => string[];
  /** Starts nothing any more and waits for what is under way. */
  stop: () => Promise<void>;
}

export interface LaneWork<T extends { id: string }> {
  /** At a time: a receiver that stalls holds up its own lane, and nobody else's. */
  senders: number;
  claim: () => Promise<T | undefined>;
  send: (claimed: T) => Promise<void>;
  /** Claiming or sending broke; the lease brings the row back. */
  failed: (error: unknown) => void;
}

export function createLane<T extends { id: string }>({ senders: most, claim, send, failed }: LaneWork<T>): Lane {
  const senders = new Set<Promise<void>>();
  const underWay = new Set<string>();
  let stopped = false;
  // Work that came while each sender was on its way: one that looked just before it would find none and end.
  let missed = false;
  const wake = () => {
    if (stopped) return;
    if (senders.size >= most) {
      missed = true;
      return;
    }
    const sender: Promise<void> = work().finally(() => senders.delete(sender));
    senders.add(sender);
  };
  const work = async () => {
    try {
      for (;;) {
        missed = false;
        const claimed = stopped ? undefined : await claim();
        if (!claimed && missed && !stopped) continue;
        if (!claimed) return;
        wake();
        underWay.add(claimed.id);
        try {
          await send(claimed);
        } finally {
          underWay.delete(claimed.id);
        }
      }
    } catch (error) {
      failed(error);
    }
  };
  return {
    wake,
    sending: () => [...underWay],
    stop: async () => {
      stopped = true;
      await Promise.all(senders);
    },
  };
}
