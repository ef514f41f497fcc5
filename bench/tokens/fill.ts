import { composeService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { addClient } from "#operations/clients/change-clients.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { migrate } from "#store/schema/migrate.ts";
import { addPeople } from "#test/support/people.ts";

/** Creates the database of a bench: installed, with two users, and one client that acts as the first; returns the client's secret. */
export async function fill(databaseUrl: string, folder: string, password: string): Promise<string> {
  await migrate({ databaseUrl });
  const settings = readSettings({ GATEHOUSE_DATA: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  const service = await composeService(settings, "bench", { dispatch: "none" });
  await invoke(install, service.context, programCaller("setup"), {});
  await addPeople(service.context, ["bench", "victim"], password);
  const client = { id: "bench", isPublic: false, grants: ["client_credentials"], userId: "bench" };
  const { secret } = await invoke(addClient, service.context, programCaller("setup"), client);
  await service.close();
  return secret?.use((text) => text) ?? "";
}
