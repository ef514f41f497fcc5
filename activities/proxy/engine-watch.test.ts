import { expect, test } from "vitest";

import { watchEngine } from "./engine-watch.ts";

type Answer = () => Promise<unknown>;

/** Returns the reports of a watch for an engine with these answers, one per check. */
async function looks(...answers: Answer[]): Promise<boolean[]> {
  const seen: boolean[] = [];
  const end = new AbortController();
  const describeTaskQueue = () => (answers.shift() ?? (() => Promise.resolve({})))();
  const connection = { withDeadline: (_: unknown, run: Answer) => run(), workflowService: { describeTaskQueue } };
  await watchEngine(
    {
      connection: connection as never,
      namespace: "default",
      taskQueue: "proxy-branch",
      pauseMs: 1,
      onLook(reached) {
        seen.push(reached);
        if (answers.length === 0) end.abort();
      },
    },
    end.signal,
  );
  return seen;
}

const answers: Answer = () => Promise.resolve({});
const fails =
  (code: number): Answer =>
  () =>
    Promise.reject(Object.assign(new Error("gRPC"), { code }));

test("the engine is reached while it answers, whatever it answers", async () => {
  const permissionDenied = 7;
  expect(await looks(answers, fails(permissionDenied), answers)).toEqual([true, true, true]);
});

test("it is not reached while calls come to nothing, and is again when it answers", async () => {
  const [deadlineExceeded, unavailable] = [4, 14];
  expect(await looks(fails(unavailable), fails(deadlineExceeded), answers)).toEqual([false, false, true]);
});
