import { accessSync, chmodSync, constants, mkdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The variable that names another folder for the temporary files of tests. */
export const testFolderVariable = "GATEHOUSE_TEST_FOLDER";

const memoryDisk = "/dev/shm";
const freeBytesMin = 4 * 1024 ** 3;

/**
 * The folder for the temporary files of tests: on a disk in memory where the machine has one with enough space, because most of
 * the time of a system test went into waiting for the disk; else where such files lie anyway.
 */
export function testFolder(): string {
  const given = process.env[testFolderVariable];
  if (given !== undefined) return given;
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    if (bavail * bsize < freeBytesMin) return tmpdir();
    // Servers that run as another user (PostgreSQL, sshd's accounts) must pass through it.
    const folder = join(memoryDisk, `gatehouse-tests-${process.getuid?.() ?? "any"}`);
    mkdirSync(folder, { recursive: true });
    // Also where somebody else has made it, for themselves alone.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return tmpdir();
  }
}
