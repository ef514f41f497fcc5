import { notStoredReasons, takesEffectOf, variableOf } from "#platform/settings/setting-definition.ts";
import { allSettings } from "#platform/settings/setting-values.ts";

import { markdownTable, writtenByDocs } from "./markdown.ts";

const introduction = `A value is taken from the first of these that gives one:

1. a flag, \`--setting NAME=VALUE\`, which every command takes and hands on to the processes that it starts;
2. the environment, or a line of the file \`gatehouse.env\` in the data folder (for its owner alone: \`chmod 600\`); the environment goes before the file;
3. what is stored in the database, for all processes of the installation;
4. the default.

\`\`\`sh
gatehouse settings list --origin        # every value and where it comes from; --meaning says more
gatehouse settings set LOCKOUT_DURATION 60
gatehouse settings unset LOCKOUT_DURATION
\`\`\`

Superusers read all of them at \`/v2/settings\` and store one by \`PATCH /v2/settings('LOCKOUT_DURATION')\` with \`{"value": 60}\`; \`{"value": null}\` takes it away.

A name is taken as it stands here or as a variable of the environment, which has \`_\` in the place of blanks. An empty variable counts as absent. At the start all problems are
listed at once. \`<data>\` stands for the folder of \`GATEHOUSE_DATA\`. \`KeepAliveTime\` is refused; the setting is SocketKeepAlive.

A stored value that acts *at once* reaches the processes of this machine at once and every other one within two seconds, unless \`CHANGES_POLL_MS\` lets them look less often; one that acts *at the start* is taken as a process starts. A proxy reads only the settings marked in the last column: it knows no
database. What \`gatehouse up\` chooses for the processes that it starts (port, engine, address) counts as their environment.`;

/** Writes the page of the settings. */
export function settingsPage(): string {
  const rows = allSettings.map(([, definition]) => {
    const { name, description, type, default: preset, waitsFor, stored } = definition;
    const variable = variableOf(definition);
    const names = name === variable ? `\`${name}\`` : `\`${name}\`<br>\`${variable}\``;
    const waits = waitsFor === undefined ? "" : ` Waits for ${waitsFor}: until then only the default is taken.`;
    const when = { atOnce: "at once", nextStart: "at the start" };
    const effect = takesEffectOf(definition);
    return [
      names,
      description.replaceAll("<", "&lt;") + waits,
      type,
      preset === null ? "–" : `\`${preset}\``,
      effect === undefined ? `no: ${stored}` : when[effect],
      stored === "proxy" ? "yes" : "",
    ];
  });
  const reasons = Object.entries(notStoredReasons).map(([reason, words]) => `- *${reason}*: ${words}.`);
  const table = markdownTable([["setting", "meaning", "value", "default", "stored", "proxy"], ...rows]);
  return `# Settings

${writtenByDocs}

${introduction}

${table}

## What cannot be stored

It is set in the environment, in \`gatehouse.env\`, or by \`--setting\`:

${reasons.join("\n")}
`;
}
