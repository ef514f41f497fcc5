import { createApi } from "#api/http.ts";
import { proxyRoutes } from "#api/proxies/router.ts";
import { ModuleName } from "#domain/module-name.ts";
import { invoke } from "#operations/invoke.ts";
import { listFailedConnectors } from "#operations/proxies/list-failed-connectors.ts";
import { readSettings } from "#platform/settings.ts";

import { composeService } from "../compose.ts";
import { engineCaller } from "../engine-caller.ts";
import { fired } from "../lifecycle.ts";
import { runChild } from "../run-child.ts";

/** Runs the REST API until the process is told to stop. */
export async function runApi(): Promise<void> {
  await runChild(async ({ signal, ready }) => {
    const settings = readSettings();
    const service = await composeService(settings, "api", { dispatch: "nudge" });
    const { context } = service;
    try {
      // The engine is not asked: while it is away the API takes requests all the same.
      const checks = {
        database: async () => {
          if (!(await context.store.answers())) throw new Error("The database does not answer.");
        },
        changes: async () => {
          if (!context.changes.healthy()) throw new Error("The change log does not answer.");
        },
      };
      const failedConnectors = () => invoke(listFailedConnectors, context, engineCaller("health", ModuleName.Rest), {});
      const api = await createApi({ context, extraRoutes: proxyRoutes, checks, failedConnectors }).listen({
        host: settings.httpHost,
        port: settings.httpPort,
      });
      context.log.info({ address: api.address }, "The API listens.");
      ready(api.address);
      await fired(signal);
      await api.close();
    } finally {
      await service.close();
    }
  });
}
