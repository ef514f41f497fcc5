import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { endGroup, hasGroup } from "#platform/processes/process-group.ts";
import { identityOf, type ProcessIdentity } from "#platform/processes/process-identity.ts";

import { noteFile } from "./host-files.ts";

/** Which program of a host runs now, on the disk: it may outlive the process that has begun it, and must not set a password later. */
export interface ProgramNote {
  /** On the disk when this returns: the program gets its password afterwards. */
  began(pid: number): void;
  /** What the program has left behind in its process group is ended too. */
  ended(pid: number): void;
  /**
   * Ends the program that an earlier process has left behind.
   * @throws PROXY_MISCONFIGURED when it cannot be ended
   */
  endLeft(): Promise<void>;
}

const identitySchema = z.object({ pid: z.int().positive(), startedAt: z.string() });
const pauseMs = 20;
const turnsMax = 250;

/** The note of a host's program in its folder. */
export function programNoteIn(folder: string): ProgramNote {
  const file = noteFile<ProcessIdentity>(folder, "program.json", (content) => identitySchema.parse(content));
  return {
    began(pid) {
      const identity = identityOf(pid);
      // One that has ended already is told by its exit code.
      if (identity !== undefined) file.write(identity);
    },
    ended(pid) {
      endGroup(pid);
      file.clear();
    },
    async endLeft() {
      const left = file.read();
      if (left === undefined) return;
      const now = identityOf(left.pid);
      // The number of a group is given to nobody while anything of the group runs. No program of ours is the first process of a machine.
      if (left.pid > 1 && (now === undefined || now.startedAt === left.startedAt)) await endAll(left.pid);
      file.clear();
    },
  };
}

async function endAll(pid: number): Promise<void> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    endGroup(pid);
    if (!hasGroup(pid)) return;
    await sleep(pauseMs);
  }
  const message = `The program ${pid} of an earlier process of this host does not end. End it by hand: it may set a password still.`;
  throw new ServiceError("PROXY_MISCONFIGURED", { message });
}
