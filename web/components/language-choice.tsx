import { ToggleGroup, ToggleGroupItem } from "@patternfly/react-core";

import { chooseLanguage, useLanguage } from "../messages/language.ts";
import { languages } from "../messages/languages.ts";
import { useText } from "../messages/text.ts";

/** A field that selects the language of the pages. */
export function LanguageChoice() {
  const say = useText();
  const spoken = useLanguage();
  return (
    <ToggleGroup aria-label={say("language.choose")} isCompact>
      {languages.map((language) => (
        <ToggleGroupItem
          key={language}
          buttonId={`language-${language}`}
          text={say(`language.${language}`)}
          isSelected={language === spoken}
          onChange={() => void chooseLanguage(language)}
        />
      ))}
    </ToggleGroup>
  );
}
