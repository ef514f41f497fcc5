import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { Secret } from "#connectors/contract/index.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { runFor } from "#operations/kernel/run-operation.ts";
import { updateNode } from "#operations/nodes/change-nodes.ts";
import { inviteNode } from "#operations/nodes/invite-node.ts";
import { inviteProxy } from "#operations/proxies/invite.ts";
import { removeNoticeSockets } from "#platform/notices/notice-address.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { migrate } from "#store/schema/migrate.ts";

import { composeService } from "../compose.ts";
import { enrolHere } from "../enrol-here.ts";
import { joinHere } from "../join-here.ts";
import { programCaller } from "../program-caller.ts";
import { prepareDatabase } from "../up/prepare-database.ts";
import { proofId } from "./accounts.ts";
import { type Directory, startDirectory } from "./directory.ts";
import type { InstallationWish } from "./installation.ts";
import { type LinkRelay, startLinkRelay } from "./link-relay.ts";
import { type Closing, type Parts, type Preparing, startParts } from "./parts.ts";

/** Size and settings of several nodes. */
export interface NodesWish extends Omit<InstallationWish, "dependants"> {
  readonly nodes: number;
  /** Value of VAULT ACKNOWLEDGED BY at each of them. */
  readonly acknowledgedBy: 1 | 2;
}

/** One of several nodes, with a database, a key ring, an engine and a proxy of its own. */
export interface ProvedNode {
  readonly name: string;
  readonly folder: string;
  /** ID of its target system and of the policy of its accounts. */
  readonly proofId: string;
  readonly proxyId: string;
  readonly parts: Parts;
  /** Line by which other nodes reach it. */
  readonly line: LinkRelay;
  readonly database: Database;
  /** Ends all its processes at the same moment (kill -9); its service in this process stays. */
  goDark(): Promise<void>;
  /** Starts its engine, API and hub again. Its proxy has been enrolled elsewhere. */
  comeBack(): Promise<void>;
  /** Removes its database and its key ring for ever; its processes have ended. */
  burn(): Promise<void>;
}

/** Several nodes that replicate, with one directory as the target of all. */
export interface ProvedNodes {
  readonly folder: string;
  readonly directory: Directory;
  readonly nodes: readonly ProvedNode[];
  /** Stops everything; the folder stays. */
  stop(): Promise<void>;
}

/**
 * Sets up nodes in a folder of their own, each joined to the first one through a line. If the set-up fails, everything started is stopped.
 * @throws CliError if a program is missing
 */
export async function startNodes(folder: string, wish: NodesWish): Promise<ProvedNodes> {
  const closing: Closing = [];
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    wish.report("the directory");
    const directory = await startDirectory(join(folder, "directory"), { accounts: wish.accounts, dependants: 0 });
    closing.push(() => directory.server.stop());
    const nodes: ProvedNode[] = [];
    for (let number = 1; number <= wish.nodes; number += 1)
      nodes.push(
        await startNode({ name: `node${number}`, folder: join(folder, `n${number}`), first: nodes[0] }, wish, closing),
      );
    return { folder, directory, nodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Place {
  readonly name: string;
  readonly folder: string;
  /** Node that invites this one; undefined for the first one. */
  readonly first: ProvedNode | undefined;
}

async function startNode({ name, folder, first }: Place, wish: NodesWish, closing: Closing): Promise<ProvedNode> {
  mkdirSync(folder, { mode: 0o700 });
  closing.push(async () => removeNoticeSockets(join(folder, "data")));
  const proxyId = `proxy-${name}`;
  const report = (words: string) => wish.report(`${name}: ${words}`);
  let line: LinkRelay | undefined;
  const preparing: Preparing = async ({ settings, log, address }) => {
    line = await startLinkRelay(Number(new URL(address).port));
    closing.push(line.stop);
    if (first !== undefined) return joined(readSettings(settings), { first, line, log, report });
    const { service } = await prepareDatabase({ settings: readSettings(settings), log, report, signal: wish.signal });
    const [own] = await service.context.store.select("nodes", { where: { id: name } });
    await callOf(service.context)(updateNode, { key: own?.key, publicAddress: line.address });
    return service;
  };
  const parts = await startParts(
    folder,
    {
      database: wish.database,
      proxySettings: wish.proxySettings,
      serverSettings: { NODE_NAME: name, VAULT_ACKNOWLEDGED_BY: String(wish.acknowledgedBy) },
      preparing,
      enrolling: (context, place, address) => enrolProxy(context, { proxyId, place, address }),
      report,
      signal: wish.signal,
    },
    closing,
  );
  const database = openDatabase({ databaseUrl: parts.server["DATABASE_URL"] ?? "" });
  closing.push(() => database.close());
  return {
    name,
    folder,
    proofId: `${proofId}-${name}`,
    proxyId,
    parts,
    line: line as LinkRelay,
    database,
    async goDark() {
      await Promise.all(parts.running.splice(0).map((kept) => kept.end()));
    },
    async comeBack() {
      await parts.keepTemporal("temporal").ready();
      const [api, hub] = [parts.keepProduct("api"), parts.keepProduct("hub")];
      await Promise.all([api.ready(), hub.ready()]);
    },
    async burn() {
      await parts.service.close();
      await database.close();
      for (const burned of ["database", "data"]) rmSync(join(folder, burned), { recursive: true, force: true });
    },
  };
}

type Joining = Pick<Parameters<Preparing>[0], "log"> & {
  readonly first: ProvedNode;
  readonly line: LinkRelay;
  readonly report: (words: string) => void;
};

/** Joins a node with an empty database to the installation of the first one. */
async function joined(settings: ReturnType<typeof readSettings>, { first, line, log, report }: Joining) {
  await migrate({ databaseUrl: settings.databaseUrl });
  const service = await composeService(settings, "up", { dispatch: "none", log });
  try {
    const { token } = await callOf(first.parts.service.context)(inviteNode, { name: settings.nodeName });
    await joinHere(callOf(service.context), {
      url: first.line.address,
      token: () => token.use((text) => text),
      address: line.address,
      report,
    });
    return service;
  } catch (error) {
    await service.close();
    throw error;
  }
}

const callOf = (context: ServiceContext) => runFor(context, programCaller("vault prove"));

interface EnrolledPlace {
  readonly proxyId: string;
  /** Folder of the proxy. */
  readonly place: string;
  /** Address of the API. */
  readonly address: string;
}

/** Enrolls a proxy in a folder, in place of one of that name which ran elsewhere. */
export async function enrolProxy(context: ServiceContext, { proxyId, place, address }: EnrolledPlace): Promise<void> {
  const { token } = await invoke(inviteProxy, context, programCaller("vault prove"), { id: proxyId, replace: true });
  await enrolHere({ folder: place, proxyId, apiAddress: address, token: new Secret(token) });
}
