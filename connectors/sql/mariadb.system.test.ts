import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { startMariaDbTarget } from "#test/support/sql-target.ts";

import sql from "./sql.ts";

describeConnector({ describe, test, beforeAll, afterAll }, sql, startMariaDbTarget);
