import { useRef, useState } from "preact/hooks";
import { addFile, addNote } from "../api.ts";
import { useSay } from "../i18n/text.ts";
import { Failure } from "../ui/failure.tsx";
import { IngestPanel } from "./ingest-panel.tsx";

interface Upload {
  readonly name: string;
  readonly state: "sending" | "done" | "failed";
  readonly error: unknown;
}

export function AddPanel() {
  return (
    <div class="panels">
      <IngestPanel />
      <DropPanel />
      <NotePanel />
    </div>
  );
}

function DropPanel() {
  const say = useSay();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const send = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      setUploads((before) => [{ name: file.name, state: "sending", error: null }, ...before]);
      const finish = (state: Upload["state"], error: unknown): void =>
        setUploads((before) =>
          before.map((each) =>
            each.name === file.name && each.state === "sending" ? { ...each, state, error } : each,
          ),
        );
      await addFile(file, new AbortController().signal).then(
        () => finish("done", null),
        (error: unknown) => finish("failed", error),
      );
    }
  };
  return (
    <section class="panel">
      <h2>{say("addFile")}</h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        class={isOver ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void send([...(event.dataTransfer?.files ?? [])]);
        }}
      >
        <p>{say("dropHere")}</p>
        <button type="button" class="button" onClick={() => picker.current?.click()}>
          {say("chooseFile")}
        </button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={say("chooseFile")}
          onChange={(event) => {
            void send([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <ul class="uploads" aria-live="polite">
        {uploads.map((upload, index) => (
          <li key={index} class={upload.state}>
            <span>{upload.name}</span> <span class="quiet">{say(`upload-${upload.state}`)}</span>
            {upload.error !== null && <Failure error={upload.error} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotePanel() {
  const say = useSay();
  const [text, setText] = useState("");
  const [title, setTitle] = useState("");
  const [state, setState] = useState<{ kind: "idle" | "saving" | "saved"; error: unknown }>({
    kind: "idle",
    error: null,
  });
  const save = (): void => {
    setState({ kind: "saving", error: null });
    addNote(
      { text, ...(title.trim() === "" ? {} : { title: title.trim() }) },
      new AbortController().signal,
    ).then(
      () => {
        setState({ kind: "saved", error: null });
        setText("");
        setTitle("");
      },
      (error: unknown) => setState({ kind: "idle", error }),
    );
  };
  return (
    <section class="panel">
      <h2>{say("addNote")}</h2>
      <form
        class="note-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label>
          <span>{say("noteTitle")}</span>
          <input type="text" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
        <label>
          <span>{say("noteText")}</span>
          <textarea rows={5} value={text} required onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="row">
          <button
            type="submit"
            class="button strong"
            disabled={text.trim() === "" || state.kind === "saving"}
          >
            {say("saveNote")}
          </button>
          <span role="status" class="quiet">
            {state.kind === "saved" ? say("noteSaved") : ""}
          </span>
        </div>
        {state.error !== null && <Failure error={state.error} />}
      </form>
    </section>
  );
}
