import type { Plugin, Rollup } from "vite";

/**
 * Removes the files that every page has loaded already from the preload lists of the lazily loaded parts. File names contain
 * hashes, so those lists alone would weigh more than many a part.
 */
export function withoutAlreadyLoaded(): Plugin {
  const loaded = new Set<string>();
  return {
    name: "gatehouse:already-loaded",
    apply: "build",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, files) => files.filter((file) => !loaded.has(file)),
        },
      },
    }),
    // Vite makes the lists after this hook, in which the bundle is already known.
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        loaded.clear();
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk" && file.isEntry) addWithImports(file, bundle, loaded);
        }
      },
    },
  };
}

function addWithImports(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, loaded: Set<string>): void {
  if (loaded.has(chunk.fileName)) return;
  loaded.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) loaded.add(css);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") addWithImports(imported, bundle, loaded);
  }
}
