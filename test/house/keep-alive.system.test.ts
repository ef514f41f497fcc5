import { expect, test } from "vitest";

import { createTransport } from "#activities/proxy/transport.ts";
import { openTestApi } from "#test/support/api.ts";
import { keepAliveSeconds } from "#test/support/sockets.ts";
import { readSourceFiles } from "#test/support/source-files.ts";

// @specification 8.keep-alive
test("every process takes the time from its settings: nothing else reads the usual one", () => {
  const readers = readSourceFiles().filter(
    ({ path, text }) => !path.startsWith("test/") && /import \{[^}]*\bsocketKeepAliveSeconds\b[^}]*\} from/.test(text),
  );
  // Only tests and the schema open a database without this setting.
  expect(readers.map(({ path }) => path)).toEqual(["platform/settings/setting-table.ts", "store/database.ts"]);
});

// @specification 8.keep-alive 8.tunnel-keep-alive
test.each([30, 7])("the way of a proxy to the API is kept alive from both ends, at %i seconds", async (seconds) => {
  const api = await openTestApi(seconds === 30 ? {} : { settings: { socketKeepAliveSeconds: seconds } });
  const transport = createTransport(api.address, { keepAliveSeconds: api.context.settings.socketKeepAliveSeconds });
  try {
    await transport.post({ path: "/proxies/v1/nothing", headers: {}, body: "{}" });
    // An end that still waits for a confirmation from the other has another timer for a moment.
    const ends = () => keepAliveSeconds(api.port).map((left) => left > 0 && left <= seconds);
    await expect.poll(ends).toEqual([true, true]);
  } finally {
    transport.close();
    await api.close();
  }
});
