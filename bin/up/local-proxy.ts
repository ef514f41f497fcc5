import { readEnrolment } from "#activities/proxy/enrolment.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { Secret } from "#connectors/contract/index.ts";
import { localProxyId } from "#operations/abilities/assignment.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { inviteProxy } from "#operations/proxies/invite.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { enrolHere } from "../enrol-here.ts";
import { programCaller } from "../program-caller.ts";

/**
 * Enrolls the node's own proxy through the API like any other, unless folder and database agree that it is enrolled.
 * @throws CliError if the proxy belongs to another node
 */
export async function enrolLocalProxy(context: ServiceContext, folder: string, apiAddress: string): Promise<void> {
  const known = await context.store.get("proxyServers", localProxyId);
  const mine = openProxyKeys(folder).signingKey;
  if (readEnrolment(folder) && known?.status === "enrolled" && known.signingKey?.["x"] === mine["x"]) return;
  if (known?.status === "enrolled" && (await context.store.count("nodeLinks")) > 0) throw otherNodes();
  const invitation = await invoke(inviteProxy, context, programCaller("up"), { id: localProxyId, replace: true });
  await enrolHere({ folder, proxyId: localProxyId, apiAddress, token: new Secret(invitation.token) });
}

function otherNodes(): CliError {
  return new CliError(
    `The proxy '${localProxyId}' belongs to another node, and 'gatehouse up' would replace it. Run 'gatehouse api' and 'gatehouse hub' on this node instead.`,
    ExitCode.Usage,
  );
}
