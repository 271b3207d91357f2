import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputAsset, OutputChunk } from "rollup";
import { defineConfig, type Plugin } from "vite";

const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unlicense"];

/** The licences of the packages in the script, which must accompany every copy. */
function licences(script: OutputChunk): string {
  const paths = Object.keys(script.modules).flatMap((path) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const packagesOf = new Map<string, string[]>();
  for (const path of [...new Set(paths)].sort()) {
    const { name, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    if (!permissive.includes(license)) throw new Error(`${name}: found licence ${license}, expected one of: ${permissive.join(", ")}`);
    const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name}: found no text of its licence`);
    const text = readFileSync(join(path, file), "utf8").trim();
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), name]);
  }
  return [...packagesOf].map(([text, names]) => `${names.join(", ")}:\n\n${text}`).join("\n\n");
}

/** Puts script and style into the page, and the script's hash into its policy, so that no other script can run. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const only = <T extends OutputAsset | OutputChunk>(ending: string): T => {
        const found = files.filter((file) => file.fileName.endsWith(ending));
        if (found.length !== 1) this.error(`found ${found.length} files *${ending}, expected one`);
        return found[0] as T;
      };
      const page = only<OutputAsset>(".html");
      const script = only<OutputChunk>(".js");
      const style = only<OutputAsset>(".css");
      const code = script.code.trim();
      if (/<\/script|<!--/i.test(code)) this.error("found an end of script inside the script");

      const hash = createHash("sha256").update(code).digest("base64");
      const policy = [
        "default-src 'none'",
        `script-src 'sha256-${hash}'`,
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; ");
      // Replacements are functions, because a bundle may contain "$&".
      page.source = String(page.source)
        .replace(/<script[^>]* src="[^"]*"[^>]*><\/script>/, () => `<script type="module">${code}</script>`)
        .replace(/<link[^>]* rel="stylesheet"[^>]*>/, () => `<style>${String(style.source)}</style>`)
        .replace("@POLICY@", () => policy)
        .replace("</html>", () => `</html>\n<!--\nThis page contains:\n\n${licences(script).replace(/--+/g, "-")}\n-->`);
      delete bundle[script.fileName];
      delete bundle[style.fileName];
    },
  };
}

/** Puts the licences on top of the script, which the service serves as a separate file. */
function licencesOnTop(): Plugin {
  return {
    name: "licences-on-top",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const texts = licences(file).replace(/\*\//g, "* /");
        if (texts !== "") file.code = `/*\nThis script contains:\n\n${texts}\n*/\n${file.code}`;
      }
    },
  };
}

const shared = { target: "es2021", modulePreload: false, assetsInlineLimit: 0 } as const;

/** A page that a service sends as three files, because its policy forbids inline scripts. */
const servedPage = (page: string) => ({
  build: {
    ...shared,
    outDir: `dist/${page}`,
    rollupOptions: {
      input: `${page}.html`,
      output: { entryFileNames: `${page}.js`, assetFileNames: `${page}[extname]`, inlineDynamicImports: true },
    },
  },
  plugins: [licencesOnTop()],
});

/** The report page is one file; the pages of services are built by --mode label and --mode serve. */
export default defineConfig(({ mode }) =>
  mode === "label" || mode === "serve" ? servedPage(mode) : { build: shared, plugins: [oneFile()] },
);
