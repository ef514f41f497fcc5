import { openDatabase } from "#store/database.ts";

// A process of its own whose reading statement never ends by itself; the test kills it meanwhile.
const database = openDatabase({ databaseUrl: process.argv[2] ?? "", readMsMax: 3_600_000 });
const endless = "WITH RECURSIVE `n` (`i`) AS (SELECT 1 UNION ALL SELECT `i` + 1 FROM `n`) SELECT COUNT(*) FROM `n`";
process.send?.("ready");
await database.readFor("somebody", endless);
