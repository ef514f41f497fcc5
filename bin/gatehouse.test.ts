import { expect, test } from "vitest";

import { runGatehouse } from "#test/support/gatehouse.ts";

// @specification 9.runtime
test("an older Node is told which one is needed, before anything else is loaded", async () => {
  const older =
    "import { registerHooks } from 'node:module';" +
    "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });" +
    // Such a Node has the module but lacks some of its exports.
    "const url = 'data:text/javascript,export const createRequire = undefined';" +
    "registerHooks({ resolve: (name, context, next) =>" +
    " name === 'node:module' ? { url, shortCircuit: true } : next(name, context) });";
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` };
  const { code, output } = await runGatehouse(["--help"], { env });
  expect({ code, output: output.trim() }).toEqual({
    code: 2,
    output: "gatehouse: Node 20.20.2 is too old: use 24.18 or newer.",
  });
});
