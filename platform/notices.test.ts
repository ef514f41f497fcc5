import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { newNoticeAddress, noticeAddresses, noticeNames, type NoticePlace } from "./notices/notice-address.ts";
import { listenForNotices, type NoticeListener, type OnNotice } from "./notices/notice-listener.ts";
import { createNoticeSender, sendNotice } from "./notices/notice-sender.ts";

let folder: string;
let place: NoticePlace;
let open: NoticeListener[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gh-"));
  place = { dataFolder: folder, name: noticeNames.tokenServer };
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((listener) => listener.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function listen(id: string, onNotice: OnNotice, at = place): Promise<NoticeListener> {
  const listener = await listenForNotices(at, id, onNotice);
  open.push(listener);
  return listener;
}

describe("a notice", () => {
  it("reaches every process that listens under its name, and brings their answers back", async () => {
    await listen("a", (line) => `a heard ${line}`);
    await listen("b", async (line) => `b heard ${line}`);
    await listen("c", () => "c heard it too", { ...place, name: noticeNames.policyReload });
    const answers = await sendNotice(place, "hello");
    expect(answers.toSorted()).toEqual(["a heard hello", "b heard hello"]);
    expect(await sendNotice({ ...place, dataFolder: join(folder, "other") }, "hello")).toEqual([]);
  });

  it("does not reach its own process, nor one that has ended", async () => {
    const own = await listen("a", () => "a");
    const ended = await listen("b", () => "b");
    open.pop();
    await ended.close();
    expect(await sendNotice(place, "hello", { except: own.address })).toEqual([]);
    expect(noticeAddresses(place)).toEqual([own.address]);
  });

  it("finds its way in a folder with a name too long for a socket", async () => {
    const long = { ...place, dataFolder: join(folder, "x".repeat(150)) };
    mkdirSync(long.dataFolder);
    const listener = await listen("a", () => "here", long);
    expect(listener.address.length).toBeLessThan(104);
    expect(await sendNotice(long, "hello")).toEqual(["here"]);
  });

  it("has no answer where the receiver fails, and the receiver goes on", async () => {
    let fails = true;
    await listen("a", () => {
      if (fails) throw new Error("broken");
      return "well again";
    });
    expect(await sendNotice(place, "hello")).toEqual([]);
    fails = false;
    expect(await sendNotice(place, "hello")).toEqual(["well again"]);
  });
});

describe("a listener", () => {
  it("hangs up on whoever sends too much", async () => {
    let heard = 0;
    const { address } = await listen("a", () => String(++heard));
    const socket = connect(address);
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write("x".repeat(100_000));
    await closed;
    expect(heard).toBe(0);
    expect(await sendNotice(place, "hello")).toEqual(["1"]);
  });

  it("closes while somebody is connected and says nothing", async () => {
    const listener = await listen("a", () => "a");
    open.pop();
    const socket = connect(listener.address);
    await new Promise((resolve) => socket.once("connect", resolve));
    await listener.close();
    expect(noticeAddresses(place)).toEqual([]);
    socket.destroy();
  });
});

describe("what a killed process leaves behind", () => {
  it("is removed after a while, and a living one is left alone", async () => {
    const server = createServer();
    const address = newNoticeAddress(place, "killed");
    await new Promise<void>((resolve) => server.listen(address, resolve));
    await new Promise((resolve) => server.close(resolve));
    writeFileSync(address, "");
    const living = await listen("living", () => "living");
    expect(await sendNotice(place, "hello")).toEqual(["living"]);
    expect(noticeAddresses(place)).toHaveLength(2);
    utimesSync(address, 0, 0);
    utimesSync(living.address, 0, 0);
    expect(await sendNotice(place, "hello")).toEqual(["living"]);
    expect(readdirSync(join(folder, "notices"))).toEqual(["token-server.living"]);
  });
});

describe("a sender of hints", () => {
  it("makes one notice of many, and a further one of what came meanwhile", async () => {
    const lines: string[] = [];
    const { promise: until, resolve: goOn } = Promise.withResolvers<string>();
    await listen("a", (line) => {
      lines.push(line);
      return lines.length === 1 ? until : "later";
    });
    const sender = createNoticeSender(place);
    for (let times = 0; times < 100; times++) sender.send();
    await expect.poll(() => lines).toHaveLength(1);
    for (let times = 0; times < 100; times++) sender.send();
    goOn("done");
    await sender.flush();
    expect(lines).toEqual(["changed", "changed"]);
  });

  it("does without listeners", async () => {
    const sender = createNoticeSender(place);
    sender.send();
    await sender.flush();
    expect(noticeAddresses(place)).toEqual([]);
  });
});
