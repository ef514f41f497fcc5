import { startBare } from "./requests/bare.ts";
import { startTestTemporal } from "#test/support/temporal.ts";
import { mkdtempSync } from "node:fs";
const t = await startTestTemporal();
const b = await startBare(t.address, mkdtempSync("/tmp/bb"));
console.log(await b.run(20, 10));
const s = await b.run(100, 16); console.log(100/s);
await b.stop(); await t.stop();
