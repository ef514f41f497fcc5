import { describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { createPasswordHasher } from "./password-hasher.ts";

const secret = (text: string) => new Secret(text);

describe("the password hasher", () => {
  const hasher = createPasswordHasher();

  it("verifies what it hashed and nothing else", async () => {
    const hash = await hasher.hash(secret("correct horse"));
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, secret("correct horse"))).toBe(true);
    expect(await hasher.verify(hash, secret("correct horse "))).toBe(false);
    expect(await hasher.verify(hash, secret(""))).toBe(false);
  });

  it("gives another hash each time", async () => {
    expect(await hasher.hash(secret("a"))).not.toBe(await hasher.hash(secret("a")));
  });

  it("takes 256 bytes and no more, counted in UTF-8", async () => {
    const longest = "é".repeat(128);
    const hash = await hasher.hash(secret(longest));
    expect(await hasher.verify(hash, secret(longest))).toBe(true);
    await expect(hasher.hash(secret(`${longest}a`))).rejects.toMatchObject({ code: "INPUT_INVALID" });
    expect(await hasher.verify(hash, secret(`${longest}a`))).toBe(false);
  });

  it("does not know a user without a hash, not even with the empty password", async () => {
    expect(await hasher.verify(null, secret(""))).toBe(false);
    expect(await hasher.verify(null, secret("anything"))).toBe(false);
  });

  it("reads a hash with other parameters", async () => {
    const hash = await hasher.hash(secret("a"));
    const weaker = hash.replace("t=2", "t=1");
    expect(await hasher.verify(weaker, secret("a"))).toBe(false);
    await expect(hasher.verify("$2b$10$something", secret("a"))).rejects.toMatchObject({ code: "INTERNAL" });
  });
});

describe("the queue of the password hasher", () => {
  it("is busy when too many wait", async () => {
    const hasher = createPasswordHasher({ parallelMax: 1, queueMax: 2, refusedAfterMs: 0 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.verify(null, secret("a"))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const [refused] = results.filter((result) => result.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "SIGN_IN_BUSY", kind: "unavailable" });
  });

  it("goes on after a failure", async () => {
    const hasher = createPasswordHasher({ parallelMax: 1, queueMax: 1 });
    await expect(hasher.verify("unreadable", secret("a"))).rejects.toThrow();
    expect(await hasher.verify(null, secret("a"))).toBe(false);
  });

  it("lets others pass a source that floods it", async () => {
    const hasher = createPasswordHasher({ parallelMax: 2 });
    const order: string[] = [];
    const ask = (source: string) => hasher.verify(null, secret("a"), source).then(() => order.push(source));
    const flood = Array.from({ length: 8 }, () => ask("10.0.0.1"));
    const other = ask("10.0.0.2");
    await Promise.all([...flood, other]);
    expect(order.indexOf("10.0.0.2")).toBeLessThanOrEqual(4);
  });

  it("does not stop the event loop: no answer comes before the loop has had its turn", async () => {
    const hasher = createPasswordHasher();
    let answers = 0;
    const asked = Array.from({ length: 8 }, () => hasher.verify(null, secret("a")).then(() => (answers += 1)));
    // Work on this thread ends with the promises that follow from it.
    for (let promises = 0; promises < 1_000; promises++) await Promise.resolve();
    expect(answers).toBe(0);
    await Promise.all(asked);
    expect(answers).toBe(8);
  });
});
