import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import type { Setting } from "../../api/model.ts";
import { settingsPath } from "../../api/settings.ts";
import { PageTitle } from "../../components/announce.tsx";
import { OwnWords, type TellOwn, useOwnWords } from "../../messages/own-words.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { SettingValue } from "./setting-value.tsx";
import { doesKey } from "./setting-words.ts";

/** Page of the settings of the service, each with its value and the source of it. */
export function SettingsPage() {
  const say = useText();
  const own = useOwnWords();
  const source = useMemo(() => sourceOf(say, own), [say, own]);
  return (
    <PageSection>
      <PageTitle name={say("settings.title")} />
      <p>{say("settings.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}

function sourceOf(say: Say, own: TellOwn): TableSource<Setting> {
  return {
    name: "settings",
    title: "settings.title",
    path: settingsPath,
    empty: "settings.empty",
    keyProperty: "name",
    usualOrder: "name",
    keyOf: ({ name }) => name,
    columns: [
      {
        name: "name",
        title: "setting.name",
        sortBy: "name",
        cell: ({ name }) => <Link to={paths.setting(name)}>{name}</Link>,
        text: ({ name }) => name,
      },
      {
        name: "value",
        title: "setting.value",
        cell: ({ value }) => <SettingValue value={value} none={say("setting.noDefault")} />,
        text: ({ value }) => String(value ?? ""),
      },
      {
        name: "origin",
        title: "setting.origin",
        cell: ({ origin }) => say(`setting.origin.${origin}`),
        text: ({ origin }) => say(`setting.origin.${origin}`),
      },
      {
        name: "description",
        title: "setting.description",
        cell: ({ name, description }) => <OwnWords of={doesKey(name)} english={description} />,
        text: ({ name, description }) => own(doesKey(name), description).words,
      },
      {
        name: "default",
        title: "setting.default",
        isHidden: true,
        cell: ({ defaultValue }) => <SettingValue value={defaultValue} none={say("setting.noDefault")} />,
        text: ({ defaultValue }) => String(defaultValue ?? ""),
      },
      {
        name: "variable",
        title: "setting.variable",
        isHidden: true,
        cell: ({ variable }) => variable,
        text: ({ variable }) => variable,
      },
    ],
  };
}
