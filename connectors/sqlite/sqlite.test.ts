import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { start } from "#test/support/sqlite-target.ts";

import sqlite from "./sqlite.ts";

describeConnector({ describe, test, beforeAll, afterAll }, sqlite, start);
