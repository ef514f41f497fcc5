import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { start } from "#test/support/ssh-target.ts";

import ssh from "./ssh.ts";

describeConnector({ describe, test, beforeAll, afterAll }, ssh, start);
