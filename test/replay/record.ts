import { existsSync } from "node:fs";

import { eventually, openJourney } from "#test/support/journey.ts";
import { startTestTemporal } from "#test/support/temporal.ts";

import { historyFile, writeHistory } from "./history-file.ts";
import { historyShapes } from "./shapes.ts";

// Run by hand: `node test/replay/record.ts [shape …]`. An existing shape stays: old histories must replay on new code, so a changed shape
// gets a new name beside the old one.
const wanted = process.argv.slice(2);
const temporal = await startTestTemporal();
for (const [name, { options, run }] of Object.entries(historyShapes)) {
  if (wanted.length > 0 ? !wanted.includes(name) : existsSync(historyFile(name))) continue;
  const journey = await openJourney({ temporal: temporal.address, ...options });
  const handle = journey.engine.client.workflow.getHandle(await run(journey));
  await eventually(`${name} closed`, async () => (await handle.describe()).status.name !== "RUNNING");
  writeHistory(name, await handle.fetchHistory());
  console.log(`${name}: recorded`);
  await journey.close();
}
await temporal.stop();
