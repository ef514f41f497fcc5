import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { start } from "#test/support/ldap-target.ts";

import ldap from "./ldap.ts";

describeConnector({ describe, test, beforeAll, afterAll }, ldap, start);
