import { accessSync, chmodSync, constants, mkdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment variable with another folder for the temporary files of tests. */
export const testFolderVariable = "GATEHOUSE_TEST_FOLDER";

const memoryDisk = "/dev/shm";
const freeBytesMin = 4 * 1024 ** 3;

/**
 * Returns the folder for the temporary files of tests. It is on a disk in memory if the machine has one with enough space,
 * otherwise it is the usual folder. System tests spent most of their time waiting for the disk.
 */
export function testFolder(): string {
  const given = process.env[testFolderVariable];
  if (given !== undefined) return given;
  try {
    accessSync(memoryDisk, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryDisk);
    if (bavail * bsize < freeBytesMin) return tmpdir();
    // Servers that run as another user (PostgreSQL, sshd's accounts) need to traverse it.
    const folder = join(memoryDisk, `gatehouse-tests-${process.getuid?.() ?? "any"}`);
    mkdirSync(folder, { recursive: true });
    // Also if it was created earlier with narrower permissions.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return tmpdir();
  }
}
