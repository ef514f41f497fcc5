/** A stamp older than any that a process has issued. */
const firstStamp = "0".repeat(24);

/**
 * Returns the statement that keeps a new feature off where the installation is older than it, although it is on by default: an installation
 * has a node once it is set up, and a new one is set up after its migrations.
 */
export function offAfterUpgrade(setting: string): string {
  return (
    "INSERT INTO `settings` (`name`, `storedValue`, `lastUpdatedModule`, `lastUpdatedNode`, `version`, `_v`) " +
    `SELECT '${setting}', 'false', 'load', MIN(\`id\`), 1, '{"name":"${firstStamp}"}' FROM \`nodes\` ` +
    `WHERE NOT EXISTS (SELECT 1 FROM \`settings\` s WHERE s.\`name\` = '${setting}') HAVING COUNT(*) > 0`
  );
}
