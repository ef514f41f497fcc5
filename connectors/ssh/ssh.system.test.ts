// @first it takes minutes: a host answers one command after the other
import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { start } from "#test/support/ssh-target.ts";

import ssh from "./ssh.ts";

describeConnector({ describe, test, beforeAll, afterAll }, ssh, start);
