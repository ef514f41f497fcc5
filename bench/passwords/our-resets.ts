import { setTimeout as sleep } from "node:timers/promises";

import { allOf, eq, ne } from "#domain/query/condition.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { createHttpClient } from "#test/support/http-client.ts";
import { inParallel } from "#test/support/in-parallel.ts";
import { startInstallation } from "#test/support/installation.ts";
import type { OpenLdap } from "#test/support/openldap.ts";

import { recordDirectory } from "./record-directory.ts";
import type { BenchAccount, Resetting } from "./resetting.ts";

const target = "BENCH";
const connectionsMax = 64;
const pauseMs = 30;
const accepted = 202;

/** Starts our whole product as `gatehouse up` does, on the same Temporal server; an administrator resets over HTTP. */
export async function startOurResets(
  temporalAddress: string,
  directory: OpenLdap,
  accounts: readonly BenchAccount[],
): Promise<Resetting> {
  const installation = await startInstallation({
    temporalAddress,
    watched: false,
    environment: { REQUESTS_OPEN_PER_PERSON: "1000000" },
  });
  const { superuser } = installation;
  const service = await installation.compose();
  const { context } = service;
  const ownerOf = (name: string) => ({ key: context.ids.guid(), id: name, displayName: name });
  await recordDirectory(context, { targetSystemKey: target, directory, accounts, keyOf, ownerOf });
  const http = createHttpClient(installation.address, connectionsMax);
  const form = new URLSearchParams({
    grant_type: "password",
    client_id: "gatehouse",
    username: superuser.id,
    password: superuser.password,
  });
  let done = 0;
  return {
    async run(passwords, atOnce) {
      const { body: tokens } = await http.call("POST", "/identity/connect/token", { form: form.toString() });
      const token = String((tokens as { access_token?: string }).access_token);
      const all = [...passwords];
      const startedMs = performance.now();
      await inParallel(all.length, atOnce, async (index) => {
        const [key, password] = all[index] ?? ["", ""];
        const path = `/v2/accounts(${keyOf(key)})/resetPassword`;
        const { status, body } = await http.call("POST", path, { token, body: { password } });
        if (status !== accepted) throw new Error(`a reset was refused: ${JSON.stringify(body)}`);
      });
      done += all.length;
      await untilDone(context, done);
      return performance.now() - startedMs;
    },
    async stop() {
      http.close();
      await service.close();
      await installation.stop();
    },
  };
}

/** Waits until a number of resets have succeeded; throws if one has not. */
async function untilDone({ store }: ServiceContext, count: number): Promise<void> {
  while ((await store.count("requestOperations", { code: "PWRS", result: "S" })) < count) {
    const [other] = await store.select("requestOperations", {
      where: allOf(eq("code", "PWRS"), ne("errorCode", null)),
      limit: 1,
    });
    // A retry comes after minutes, so the measured time would be meaningless.
    if (other) throw new Error(`a reset did not succeed at once: ${other.errorCode} ${other.errorMessage}`);
    await sleep(pauseMs);
  }
}

/** Returns the key of an account's row. */
function keyOf(name: string): string {
  return `11111111-0000-4000-8000-${name.replaceAll(/\D/g, "").padStart(12, "0")}`;
}
