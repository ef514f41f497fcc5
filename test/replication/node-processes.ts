import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ComposedService, composeService } from "#bin/compose.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { readSettings } from "#platform/settings/settings.ts";

import { type TestDatabase, testDatabase } from "../support/database.ts";
import { prepareMigratedDatabase } from "../support/empty-database.ts";
import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { signalApi } from "../support/process-tree.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

/** Process of a node that a test may kill and start. */
export type NodeProcess = "api" | "hub";

interface NodeOptions {
  readonly isMigrated?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

const working: Readonly<Record<NodeProcess, RegExp>> = { api: /The API listens/, hub: /The hub runs/ };

/** A whole installation as processes, with a database, a key ring and an engine of its own: one node of several. */
export class NodeProcesses {
  readonly name: string;
  readonly folder: string;
  /** Address of its API. */
  readonly address: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly #database: TestDatabase;
  readonly #temporal: TestTemporal;
  readonly #running = new Map<NodeProcess, GatehouseProcess>();
  /** Checkout of another version that it runs. */
  #root: string | undefined;

  private constructor(
    name: string,
    at: {
      readonly folder: string;
      readonly port: number;
      readonly database: TestDatabase;
      readonly temporal: TestTemporal;
      readonly environment: Readonly<Record<string, string>>;
    },
  ) {
    this.name = name;
    this.folder = at.folder;
    this.address = `http://127.0.0.1:${at.port}`;
    this.#database = at.database;
    this.#temporal = at.temporal;
    this.environment = {
      NODE_NAME: name,
      GATEHOUSE_DATA: at.folder,
      DATABASE_URL: at.database.url,
      TEMPORAL_ADDRESS: at.temporal.address,
      HTTP_PORT: String(at.port),
      ...at.environment,
    };
  }

  /** Makes the folder, the empty database and the engine of a node, with further variables for its processes. */
  static async make(name: string, options: NodeOptions = {}): Promise<NodeProcesses> {
    const { isMigrated = false, environment = {} } = options;
    const folder = mkdtempSync(join(tmpdir(), `gatehouse-node-${name}-`));
    mkdirSync(join(folder, "database"));
    const database = await testDatabase(join(folder, "database"));
    if (isMigrated) await prepareMigratedDatabase(database.url);
    const temporal = await startTestTemporal();
    return new NodeProcesses(name, { folder, port: await freePort(), database, temporal, environment });
  }

  /** Runs a command of this node; throws with its output if it fails. */
  run(...command: string[]): Promise<string> {
    return this.runWith("", ...command);
  }

  /** Runs a command of this node that reads a text from standard input; throws with its output if it fails. */
  async runWith(input: string, ...command: string[]): Promise<string> {
    const { code, output } = await runGatehouse(command, { env: this.environment, input, ...this.#program });
    if (code !== 0) throw new Error(`gatehouse ${command.join(" ")} at ${this.name} ended with ${code}:\n${output}`);
    return output;
  }

  /** Starts a process, and waits until it works. */
  async start(name: NodeProcess): Promise<void> {
    const child = startGatehouse([name], { env: this.environment, ...this.#program });
    this.#running.set(name, child);
    await child.until(working[name]);
  }

  /** Kills a process without a warning. */
  async kill(name: NodeProcess): Promise<void> {
    const child = this.#running.get(name);
    this.#running.delete(name);
    if (child === undefined) return;
    if (name === "api") signalApi(child, "SIGKILL");
    else child.child.kill("SIGKILL");
    await child.ended();
  }

  /** Waits until a process ends by itself; returns its exit code, or the name of the signal. */
  async ended(name: NodeProcess): Promise<number | string | undefined> {
    const code = await this.#running.get(name)?.ended();
    this.#running.delete(name);
    return code;
  }

  get #program() {
    return this.#root === undefined ? {} : { root: this.#root };
  }

  /** Upgrades the node as its operators do: its processes end, its database is migrated, and they start again. */
  async upgrade({ root }: { readonly root: string }): Promise<void> {
    const running = [...this.#running.keys()];
    for (const name of running) await this.kill(name);
    this.#root = root;
    await this.run("migrate");
    for (const name of running.toReversed()) await this.start(name);
  }

  /** Opens the service of this node in this process. */
  async compose(): Promise<ComposedService> {
    const { composeService: compose } =
      this.#root === undefined
        ? { composeService }
        : ((await import(join(this.#root, "bin/compose.ts"))) as { composeService: typeof composeService });
    return compose(readSettings({ ...process.env, ...this.environment }), "test", { dispatch: "none" });
  }

  async stop(): Promise<void> {
    for (const name of ["hub", "api"] as const) await this.kill(name);
    await this.#temporal.stop();
    await this.#database.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
