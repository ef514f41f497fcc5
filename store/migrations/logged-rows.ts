/**
 * Returns the statement that records rows of a new table in the change log, which a migration has made of other rows; the stamp of each is
 * that of its key in `_v`. It may run again after a cut: then it records nothing.
 */
export function loggedRows(table: string, columns: readonly string[], isSqlite: boolean): string {
  const stamp = "JSON_EXTRACT(t.`_v`, '$.key')";
  const members = columns.map((name) => `'${name}', t.\`${name}\``);
  return (
    "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`) " +
    `SELECT t.\`lastUpdatedNode\`, '${table}', t.\`key\`, 'insert', 1, ${isSqlite ? stamp : `JSON_UNQUOTE(${stamp})`}, ` +
    `JSON_OBJECT(${members.join(", ")}) FROM \`${table}\` t ` +
    `WHERE NOT EXISTS (SELECT 1 FROM (SELECT c.\`tableName\` FROM \`changeLog\` c WHERE c.\`tableName\` = '${table}' LIMIT 1) l)`
  );
}
