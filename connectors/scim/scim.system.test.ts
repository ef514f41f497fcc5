import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { start } from "#test/support/scim-target.ts";

import scim from "./scim.ts";

describeConnector({ describe, test, beforeAll, afterAll }, scim, start);
