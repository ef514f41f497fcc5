import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { endGroup, hasGroup } from "#platform/processes/process-group.ts";
import { identityOf, type ProcessIdentity } from "#platform/processes/process-identity.ts";

import { noteFile } from "./host-files.ts";

/**
 * Note of the running program of a host, on the disk: the program may outlive the process that started it, and must not set a password
 * later.
 */
export interface ProgramNote {
  /** Records a program durably: the note is on the disk when this returns, and only then the program gets its password. */
  began(pid: number): void;
  /** Removes the note and ends everything else in the program's process group. */
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

/** Opens the note of a host's program in its folder. */
export function programNoteIn(folder: string): ProgramNote {
  const file = noteFile<ProcessIdentity>(folder, "program.json", (content) => identitySchema.parse(content));
  return {
    began(pid) {
      const identity = identityOf(pid);
      // The exit code of a program that has ended already is enough.
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
      // The number of a group is not reused while any of its processes runs. No program of ours is the first process of a machine.
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
