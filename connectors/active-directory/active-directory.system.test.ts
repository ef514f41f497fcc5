import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { start } from "#test/support/active-directory-target.ts";

import activeDirectory from "./active-directory.ts";

describeConnector({ describe, test, beforeAll, afterAll }, activeDirectory, start);
