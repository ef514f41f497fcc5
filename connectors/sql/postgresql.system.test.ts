// @first it takes minutes: the whole kit on a real server
import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { startPostgreSqlTarget } from "#test/support/sql-target.ts";

import sql from "./sql.ts";

describeConnector({ describe, test, beforeAll, afterAll }, sql, startPostgreSqlTarget);
