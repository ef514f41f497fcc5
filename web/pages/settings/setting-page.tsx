import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import type { Setting } from "../../api/model.ts";
import { settingQuery } from "../../api/settings.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { OwnWords, useOwnWords } from "../../messages/own-words.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { SettingValue } from "./setting-value.tsx";
import { reasonKey, doesKey, lacksKey, takesKey } from "./setting-words.ts";

const SettingForm = openedLater(async () => (await import("./setting-form.tsx")).SettingForm);

/** Page of a setting: its value, the source of the value, and the saved value for all processes. */
export function SettingPage() {
  const say = useText();
  const own = useOwnWords();
  const { name = "" } = useParams();
  const read = useQuery(settingQuery(name));
  const setting = present(read);
  return (
    <PageSection>
      <EntityHeader name={name} list={{ path: paths.settings, title: "settings.title" }} />
      <EntityStanding entity={read} unreadable={say("setting.unreadable")} gone={say("setting.gone")} />
      {setting === undefined ? null : (
        <>
          <p>
            <OwnWords of={doesKey(name)} english={setting.description} />
          </p>
          <SettingFacts setting={setting} />
          {setting.waitsFor === null ? null : (
            <Notice
              kind="info"
              title={say("setting.waitsFor", { what: own(lacksKey(setting.waitsFor), setting.waitsFor).words })}
            />
          )}
          {setting.notStorable === null ? (
            <SettingForm key={setting.name} setting={setting} />
          ) : (
            <Notice kind="info" title={say("setting.notStored")}>
              <p>
                <OwnWords of={reasonKey(setting.notStorable)} english={setting.notStorable} />
              </p>
            </Notice>
          )}
        </>
      )}
    </PageSection>
  );
}

function SettingFacts({ setting }: { readonly setting: Setting }) {
  const say = useText();
  const { value, origin, storedValue, defaultValue, type, variable, takesEffect } = setting;
  return (
    <Facts
      facts={[
        { term: say("setting.value"), value: <SettingValue value={value} none={say("setting.noDefault")} /> },
        { term: say("setting.origin"), value: say(`setting.origin.${origin}`) },
        {
          term: say("setting.stored"),
          value: <SettingValue value={storedValue} none={say("setting.nothingStored")} />,
        },
        { term: say("setting.default"), value: <SettingValue value={defaultValue} none={say("setting.noDefault")} /> },
        { term: say("setting.type"), value: <OwnWords of={takesKey(type)} english={type} /> },
        { term: say("setting.variable"), value: variable },
        ...(takesEffect === null
          ? []
          : [{ term: say("setting.takesEffect"), value: say(`setting.takesEffect.${takesEffect}`) }]),
      ]}
    />
  );
}
