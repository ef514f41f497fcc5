import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { answer } from "./answer.ts";
import { ask } from "./ask.ts";
import { comment } from "./comment.ts";

let room: RequestRoom;
let request: { key: string };
beforeAll(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["bob"] }] } });
});
afterAll(() => room.close());
beforeEach(async () => {
  request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
});

const askAs = (id: string, text = "for how long?") =>
  invoke(ask, room.context, room.as(id), { key: request.key, text });
const answerAs = (id: string, question: string) =>
  invoke(answer, room.context, room.as(id), { key: request.key, question, text: "until June" });
const commentAs = (id: string, text = "by Monday") =>
  invoke(comment, room.context, room.as(id), { key: request.key, text });
const comments = () => room.store.select("requestComments", { where: { requestKey: request.key } });

test("an authorizer asks, the requester answers, and both are kept", async () => {
  const asked = await askAs("bob");
  room.clock.advance(1000);
  const answered = await answerAs("ada", asked.key);
  const written = (await comments()).toSorted((a, b) => a.writtenAt - b.writtenAt);
  expect(written).toMatchObject([
    { key: asked.key, kind: "question", userKey: room.keyOf("bob"), text: "for how long?", answersKey: null },
    { key: answered.key, kind: "answer", userKey: room.keyOf("ada"), text: "until June", answersKey: asked.key },
  ]);
});

test("who may not ask or answer is refused", async () => {
  await expect(askAs("ada")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(askAs("cy")).rejects.toMatchObject({ code: "FORBIDDEN" });
  const { key } = await askAs("bob");
  await expect(answerAs("bob", key)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("what was not asked cannot be answered", async () => {
  const remark = await commentAs("bob");
  const other = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
  const elsewhere = await invoke(ask, room.context, room.as("bob"), { key: other.key, text: "why?" });
  for (const question of [remark.key, elsewhere.key, "none"])
    await expect(answerAs("ada", question)).rejects.toMatchObject({ code: "QUESTION_UNKNOWN", target: "question" });
});

test("whoever may read a request may leave a remark, and nobody else", async () => {
  await commentAs("ada");
  await commentAs("bob");
  await expect(commentAs("cy")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(commentAs("ada", " ")).rejects.toMatchObject({ code: "INPUT_INVALID", target: "text" });
  expect(await comments()).toMatchObject([{ kind: "comment" }, { kind: "comment" }]);
});

test("what is carried out is not asked about, and what has ended not talked about", async () => {
  await room.decide("bob", request, { phase: 1, decision: "approve" });
  await room.step(request);
  await expect(askAs("bob")).rejects.toMatchObject({ code: "NOT_WAITING", kind: "conflict" });
  await commentAs("bob");
  const denied = (request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]));
  await room.decide("bob", denied, { phase: 1, decision: "deny" });
  await room.step(denied);
  await expect(commentAs("ada")).rejects.toMatchObject({ code: "REQUEST_FINAL" });
});
