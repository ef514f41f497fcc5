import { invoke } from "#operations/kernel/invoke.ts";
import { inviteManagedHost } from "#operations/managed-hosts/change-managed-hosts.ts";
import { enrolManagedHost } from "#operations/managed-hosts/enrol.ts";

import { callerOf } from "../service.ts";
import { enrolThief } from "../thieving-proxy.ts";
import { met, type SecretTrial, type TrialRoom } from "./trial-room.ts";

/** Enrolls a proxy that serves a target system; returns its ID. */
async function servingProxy(room: TrialRoom): Promise<string> {
  const [id, target] = [room.fresh("proxy"), await room.target()];
  await room.store.transaction(async () => {
    await room.store.save("proxyServers", { id, status: "enrolled", connectors: [] });
    await room.store.save("targetSystems", { id: target, proxyServers: [id] });
  });
  await room.allow("proxyservers_post_invite");
  return id;
}

const invite = (room: TrialRoom, as: string, id: string) =>
  room.post(as, `proxyServers('${id}')/invite`, { replace: true });

const inviting: SecretTrial = async (room) => {
  const id = await servingProxy(room);
  const refused = await invite(room, "carl", id);
  const { status } = await invite(room, "root", id);
  return met({ needsRight: refused.status === 403 && status === 201, told: await room.wasTold("proxyInvited", id) });
};

const enrolling: SecretTrial = async (room) => {
  const id = await servingProxy(room);
  const refused = await enrolThief(room, id, "no token that anybody was given").then(
    () => false,
    () => true,
  );
  const { json } = await invite(room, "root", id);
  (await enrolThief(room, id, json.token)).close();
  return met({ needsRight: refused, told: await room.wasTold("proxyEnrolled", id) });
};

const ofTarget = (operation: string, trial: SecretTrial) =>
  Object.fromEntries(
    ["storedLogin", "managedPassword", "typedPassword"].map((kind) => [`${operation} ${kind}`, trial]),
  );

/** Reports whether a call is refused with a code. */
const isRefused = (call: Promise<unknown>, code: string) =>
  call.then(
    () => false,
    (error: unknown) => (error as { readonly code?: string }).code === code,
  );

const stranger = callerOf({ key: "", id: "", superuser: false }, { kind: "anonymous", key: null });

/** Trials of the ways through proxies and managed hosts. */
export const proxyTrials: Readonly<Record<string, SecretTrial>> = {
  ...ofTarget("proxies.invite", inviting),
  ...ofTarget("proxies.enrol", enrolling),
  async "managedHosts.invite managedPassword"(room) {
    const { key } = await room.managed("T1");
    const { code } = await room.run(inviteManagedHost, { managedAccountKey: key, name: "mine" });
    return met({ outside: code === "FORBIDDEN" });
  },
  async "managedHosts.enrol managedPassword"(room) {
    const key = { kty: "OKP", x: "A".repeat(43) } as const;
    const keys = { signingKey: { ...key, crv: "Ed25519" }, sealingKey: { ...key, crv: "X25519" } };
    const input = { hostKey: room.context.ids.guid(), token: "none", ...keys };
    return met({
      outside: await isRefused(invoke(enrolManagedHost, room.context, stranger, input), "PROXY_TOKEN_INVALID"),
    });
  },
};
