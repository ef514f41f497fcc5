import { setImmediate as immediate } from "node:timers/promises";

import { afterEach, describe, expect, test } from "vitest";

import { type AnyDefinition, ConnectorError } from "#connectors/contract/index.ts";

import { SessionPool } from "./sessions.ts";

const never = new AbortController().signal;
let pool = new SessionPool();

afterEach(() => pool.close());

function target({
  perTarget = 2,
  alive = () => true,
}: { perTarget?: number; alive?: (session: unknown) => boolean } = {}) {
  const opened: { number: number }[] = [];
  const closed: unknown[] = [];
  const definition = {
    id: "x",
    concurrency: { perTarget },
    alive,
    async close(session: unknown) {
      closed.push(session);
    },
  } as unknown as AnyDefinition;
  const request = (fingerprint = "same", signal = never) => ({
    definition,
    target: "T",
    fingerprint,
    signal,
    async open() {
      const session = { number: opened.length };
      opened.push(session);
      return session;
    },
  });
  return { opened, closed, request };
}

describe("the pool of sessions", () => {
  test("uses a session again while it is alive and the credentials are the same", async () => {
    pool = new SessionPool();
    const { opened, request } = target();
    await pool.use(request(), async () => {});
    await pool.use(request(), async () => {});
    expect(opened).toHaveLength(1);
    await pool.use(request("other password"), async () => {});
    expect(opened).toHaveLength(2);
  });

  test("opens another one for who wants none of before, closes that first, and keeps it for the others", async () => {
    pool = new SessionPool();
    const { opened, closed, request } = target({ perTarget: 1 });
    await pool.use(request(), async () => {});
    await pool.use({ ...request(), anew: true }, async (session) => expect(session).toEqual({ number: 1 }));
    expect(closed).toEqual([{ number: 0 }]);
    await pool.use(request(), async (session) => expect(session).toEqual({ number: 1 }));
    expect(opened).toHaveLength(2);
  });

  test("closes a dead session and opens another", async () => {
    pool = new SessionPool();
    const { opened, closed, request } = target({ alive: () => false });
    await pool.use(request(), async () => {});
    await pool.use(request(), async () => {});
    expect(opened).toHaveLength(2);
    expect(closed).toEqual([opened[0]]);
  });

  test("never has more sessions of a target busy than the connector allows", async () => {
    pool = new SessionPool();
    const { opened, request } = target({ perTarget: 2 });
    let busy = 0;
    let most = 0;
    const work = async () => {
      busy += 1;
      most = Math.max(most, busy);
      await immediate();
      busy -= 1;
    };
    await Promise.all(Array.from({ length: 12 }, () => pool.use(request(), work)));
    expect(most).toBe(2);
    expect(opened).toHaveLength(2);
  });

  test("counts idle sessions of earlier credentials too", async () => {
    pool = new SessionPool();
    const { opened, closed, request } = target({ perTarget: 2 });
    const both = (fingerprint: string) =>
      Promise.all([1, 2].map(() => pool.use(request(fingerprint), () => immediate())));
    for (const fingerprint of ["first", "second", "third"]) {
      await both(fingerprint);
      await immediate();
      expect(opened.length - closed.length).toBe(2);
    }
    expect(new Set(closed)).toEqual(new Set(opened.slice(0, 4)));
  });

  test("who stops waiting for a turn leaves the queue and takes nothing with him", async () => {
    pool = new SessionPool();
    const { request } = target({ perTarget: 1 });
    let release = () => {};
    const first = pool.use(request(), () => new Promise<void>((resolve) => (release = resolve)));
    const leaving = new AbortController();
    const second = pool.use(request("same", leaving.signal), async () => "second");
    const third = pool.use(request(), async () => "third");
    leaving.abort(new ConnectorError("unreachable", "left"));
    await expect(second).rejects.toThrow("left");
    await immediate();
    release();
    await first;
    expect(await third).toBe("third");
  });

  test("keeps the session after a refusal and throws it away after a break", async () => {
    pool = new SessionPool();
    const { opened, closed, request } = target();
    await expect(pool.use(request(), () => Promise.reject(new ConnectorError("strength", "weak")))).rejects.toThrow(
      "weak",
    );
    expect(closed).toEqual([]);
    await expect(pool.use(request(), () => Promise.reject(new ConnectorError("broken", "gone")))).rejects.toThrow(
      "gone",
    );
    await Promise.resolve();
    expect(closed).toEqual([opened[0]]);
  });

  test("closes what is idle, and what is busy when it comes back", async () => {
    pool = new SessionPool();
    const { closed, request } = target();
    let release = () => {};
    await pool.use(request(), async () => {});
    const running = pool.use(request(), () => new Promise<void>((resolve) => (release = resolve)));
    await immediate();
    await pool.use(request(), async () => {});
    await pool.close();
    expect(closed).toHaveLength(1);
    release();
    await running;
    await Promise.resolve();
    expect(closed).toHaveLength(2);
  });
});
