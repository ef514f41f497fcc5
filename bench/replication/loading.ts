import { systemClock } from "#platform/clock.ts";
import { loadAccounts } from "#test/replication/loaded-accounts.ts";
import { openSets } from "#test/replication/open-sets.ts";

// Process that loads accounts into the database of a node, as its hub does beside its API.
const [, , databaseUrl = "", node = "", accounts = ""] = process.argv;
const opened = await openSets(databaseUrl, node, systemClock);
await loadAccounts(opened, 0, Number(accounts));
await opened.database.close();
