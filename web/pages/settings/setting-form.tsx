import { Button, Title } from "@patternfly/react-core";
import { useState } from "react";

import { call, type Tagged } from "../../api/call.ts";
import type { Setting } from "../../api/model.ts";
import { settingsPath } from "../../api/settings.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { isFlag } from "./setting-value.tsx";

/** A form that saves a value of a setting for all processes, or resets the setting to its default. */
export function SettingForm({ setting }: { readonly setting: Tagged<Setting> }) {
  const say = useText();
  const may = useMay();
  const { name, type, origin, storedValue, value } = setting;
  const editing = useEditing(setting, { set: "settings", key: name });
  const isReadOnly = !may("settings_patch_update");
  const isSecret = type === "secret";
  const isOverridden = origin !== "stored" && origin !== "default";
  const entered = editing.edits.value ?? (isSecret ? "" : (storedValue ?? value));
  return (
    <section aria-labelledby="change-title" className="gatehouse-below">
      <Title headingLevel="h2" id="change-title">
        {say("setting.change")}
      </Title>
      {isOverridden ? (
        <Notice kind="warning" title={say("setting.overridden", { origin: say(`setting.origin.${origin}`) })} />
      ) : null}
      <EditForm editing={editing} isReadOnly={isReadOnly} save={() => editing.save()}>
        <FormField
          id="setting-value"
          label={isFlag(setting) ? say("setting.on") : say("setting.newValue")}
          input={{ is: isFlag(setting) ? "flag" : isSecret ? "password" : "text" }}
          help={isSecret ? say("setting.secretHelp") : undefined}
          value={entered}
          fault={editing.faults.get("value")}
          isDisabled={isReadOnly}
          change={(changed) => editing.edit({ value: changed as Setting["value"] })}
        />
      </EditForm>
      {isReadOnly || storedValue === null ? null : <SettingReset setting={setting} />}
    </section>
  );
}

function SettingReset({ setting }: { readonly setting: Tagged<Setting> }) {
  const say = useText();
  const [isAsking, setAsking] = useState(false);
  const { name, defaultValue, "@odata.etag": etag = null } = setting;
  return (
    <>
      <Button variant="secondary" className="gatehouse-below" onClick={() => setAsking(true)}>
        {say("setting.reset")}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={say("setting.reset")}
          explained={say("setting.resetExplained", { name, value: String(defaultValue ?? say("setting.noDefault")) })}
          action={say("setting.reset")}
          call={call("PATCH settings()", { key: name, body: { value: null }, etag })}
          sets={[settingsPath]}
          close={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
