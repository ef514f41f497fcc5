import "./keyboard.css";
import { Button, Checkbox } from "@patternfly/react-core";

import { useStore } from "../base/store.ts";
import { DialogFrame } from "../components/dialog-frame.tsx";
import { useText } from "../messages/text.ts";
import { KeyWords } from "./key-words.tsx";
import { shortcutNames, shortcutPlaces, shortcuts } from "./shortcuts.ts";
import { chooseSingleKeys, singleKeys } from "./single-keys.ts";

/** A dialog with all shortcuts by their places, and a switch for the single-key ones. */
export function ShortcutsDialog({ close }: { close(): void }) {
  const say = useText();
  const areOn = useStore(singleKeys);
  return (
    <DialogFrame
      title={say("help.shortcuts")}
      explained={say("shortcuts.explained")}
      footer={<Button onClick={close}>{say("action.close")}</Button>}
      close={close}
    >
      {shortcutPlaces.map((place) => (
        <table key={place} className="gatehouse-shortcuts">
          <caption>{say(`shortcuts.${place}`)}</caption>
          <tbody>
            {shortcutNames
              .filter((name) => shortcuts[name].where === place)
              .map((name) => (
                <tr key={name}>
                  <th scope="row">{say(`shortcut.${name}`)}</th>
                  <td>
                    <KeyWords name={name} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
      <Checkbox
        id="single-keys"
        label={say("shortcuts.singleKeys")}
        description={say("shortcuts.singleKeysExplained")}
        isChecked={areOn}
        onChange={(_event, isChecked) => chooseSingleKeys(isChecked)}
      />
    </DialogFrame>
  );
}
