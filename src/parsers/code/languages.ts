/** Language id → how its files' names end (without the dot, several dots allowed). */
const EXTENSIONS: Readonly<Record<string, string>> = {
  typescript: "ts mts cts",
  tsx: "tsx",
  javascript: "js jsx mjs cjs es6",
  python: "py pyi pyw",
  go: "go",
  rust: "rs",
  java: "java",
  kotlin: "kt kts",
  c: "c h",
  cpp: "cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp ixx cppm",
  csharp: "cs csx",
  ruby: "rb rake gemspec ru podspec",
  php: "php phtml php5",
  shell: "sh bash zsh ksh bats",
  swift: "swift",
  dart: "dart",
  solidity: "sol",
  yaml: "yaml yml",
  json: "json jsonc json5 jsonl ndjson webmanifest",
  toml: "toml",
  ini: "ini cfg service timer socket desktop gitconfig editorconfig",
  properties: "properties",
  config: "conf",
  xml: "xml xsd xsl xslt plist csproj fsproj vbproj props targets pom",
  html: "html htm xhtml",
  css: "css pcss",
  scss: "scss sass",
  less: "less",
  sql: "sql ddl psql",
  dockerfile: "dockerfile containerfile",
  makefile: "mk mak make",
  cmake: "cmake",
  just: "just",
  graphql: "graphql gql graphqls",
  proto: "proto",
  thrift: "thrift",
  prisma: "prisma",
  terraform: "tf tfvars hcl",
  lua: "lua",
  perl: "pl pm",
  r: "r",
  scala: "scala sc sbt",
  groovy: "groovy gradle gvy",
  elixir: "ex exs heex eex",
  erlang: "erl hrl",
  haskell: "hs lhs",
  ocaml: "ml mli",
  fsharp: "fs fsi fsx",
  clojure: "clj cljs cljc edn",
  lisp: "el lisp lsp scm rkt",
  julia: "jl",
  nim: "nim",
  zig: "zig",
  crystal: "cr",
  objc: "m mm",
  visualbasic: "vb vbs bas",
  pascal: "pas dpr",
  fortran: "f f90 f95 f03 for",
  assembly: "asm s",
  cuda: "cu cuh",
  glsl: "glsl vert frag comp wgsl hlsl",
  verilog: "v sv svh",
  vhdl: "vhd vhdl",
  vue: "vue",
  svelte: "svelte",
  astro: "astro",
  template: "hbs mustache ejs jinja j2 liquid erb tmpl tpl",
  powershell: "ps1 psm1 psd1",
  batch: "bat cmd",
  vim: "vim",
  nix: "nix",
  starlark: "bzl star bazel",
  awk: "awk",
  tcl: "tcl",
  gomod: "mod work",
  diff: "diff patch",
};

/** Language id → whole file names, in lower case. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  dockerfile: "dockerfile containerfile",
  makefile: "makefile gnumakefile bsdmakefile",
  cmake: "cmakelists.txt",
  just: "justfile .justfile",
  groovy: "jenkinsfile",
  ruby: "gemfile rakefile podfile fastfile guardfile brewfile vagrantfile capfile dangerfile",
  starlark: "build workspace tiltfile",
  shell:
    ".bashrc .bash_profile .bash_aliases .bash_logout .zshrc .zshenv .zprofile .profile .envrc pkgbuild apkbuild",
  ini: ".gitconfig .gitmodules .editorconfig .flake8 .pylintrc .coveragerc",
  json: ".prettierrc .eslintrc .babelrc .swcrc composer.lock flake.lock pipfile.lock",
  toml: "pipfile cargo.lock poetry.lock uv.lock pdm.lock",
  yaml: ".clang-format .clang-tidy pubspec.lock podfile.lock",
  vim: ".vimrc _vimrc",
  gomod: "go.sum",
  config: "yarn.lock gemfile.lock bun.lock mix.lock gradle.lockfile procfile codeowners",
};

/** What people call a language besides its id and its extensions. */
const ALIASES: Readonly<Record<string, string>> = {
  golang: "go",
  "c#": "csharp",
  dotnet: "csharp",
  node: "javascript",
  nodejs: "javascript",
  ecmascript: "javascript",
  python3: "python",
  docker: "dockerfile",
  "objective-c": "objc",
  "visual-basic": "visualbasic",
  "f#": "fsharp",
  protobuf: "proto",
  pwsh: "powershell",
  viml: "vim",
  emacs: "lisp",
  scheme: "lisp",
  racket: "lisp",
  bazel: "starlark",
  handlebars: "template",
};

const BY_EXTENSION = invert(EXTENSIONS);
const BY_FILE_NAME = invert(FILE_NAMES);

/** The language of a file by its name alone; null when kebab does not take it for code. */
export function toCodeLanguage(path: string): string | null {
  const name = toFileName(path).toLowerCase();
  const known = BY_FILE_NAME.get(name);
  if (known !== undefined) return known;
  if (/^(?:dockerfile|containerfile)\./.test(name)) return "dockerfile";
  if (name.startsWith("makefile.")) return "makefile";
  if (name.endsWith(".map")) return "json";
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return null;
  const extension = name.slice(dot + 1);
  // "go.mod" is Go's; a lone .mod or .work file may be anything.
  if (extension === "mod" || extension === "work") return name.startsWith("go.") ? "gomod" : null;
  return BY_EXTENSION.get(extension) ?? null;
}

/** A language as a user writes it ("ts", ".rs", "C++") → its id; null when unknown. */
export function parseCodeLanguage(text: string): string | null {
  const wanted = text.trim().toLowerCase().replace(/^\./, "");
  if (Object.hasOwn(EXTENSIONS, wanted)) return wanted;
  if (Object.hasOwn(ALIASES, wanted)) return ALIASES[wanted] ?? null;
  return BY_EXTENSION.get(wanted) ?? null;
}

export function toFileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

function invert(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([language, names]) =>
      names.split(" ").map((name) => [name, language] as const),
    ),
  );
}
