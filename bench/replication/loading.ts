import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { openStore } from "#store/open-store.ts";

import { addAccounts } from "./accounts.ts";

// Process that loads accounts into the database of a node, as its hub does beside its API.
const [, , databaseUrl = "", folder = "", node = "", accounts = ""] = process.argv;
const keyRing = createKeyRing({ folder });
const store = await openStore({ databaseUrl, node, clock: systemClock, ids: systemIds, keyRing });
await addAccounts(store, Number(accounts));
await store.close();
