import { expect, test } from "vitest";

import { defineConnector, type KitResult, type Operations, runKit } from "#connectors/contract/index.ts";

import { fetchConnector } from "./connector.ts";
import { startService } from "./service.ts";

async function resultsOf(operations: Partial<Operations<unknown>> = {}): Promise<KitResult[]> {
  const { url, token, stop } = await startService();
  const { definition } = fetchConnector;
  const connector = defineConnector({ ...definition, operations: { ...definition.operations, ...operations } });
  const credentials = [{ role: "admin", login: "kit", secret: token }];
  const results: KitResult[] = [];
  for await (const result of runKit(connector, { address: { url }, credentials, stop })) results.push(result);
  await stop();
  return results;
}

test("a connector that uses fetch, and whose address takes no path, keeps every rule, over the kit's line too", async () => {
  const results = await resultsOf();
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  const leftOut = results.filter((result) => result.leftOut).map(({ message }) => message);
  const withoutPart = leftOut.filter(
    (message) => !/does not offer|names no (failuresMax|noticed|weakPassword|command)/.test(message),
  );
  expect(withoutPart.toSorted()).toEqual([
    "its listing gives no members with a group",
    "no attribute of accounts has values that name groups",
    "the connector declares no guarded attributes",
  ]);
});

test("what it swallows when the connection breaks is found over the kit's line", async () => {
  const good = fetchConnector.definition.operations as Required<Operations<unknown>>;
  const results = await resultsOf({ delete: (...call) => good.delete(...call).catch(() => {}) });
  const failed = results.filter(({ ok }) => !ok).map(({ rule, message }) => [rule, message.split(":")[0]]);
  expect(failed).toEqual([
    ["a change on a session whose connection was cut ends with an error, never as if it was made", "delete"],
    [
      "a change whose answer is lost never ends with a code that says that nothing was sent or done, nor as if all was well",
      "delete",
    ],
  ]);
});
