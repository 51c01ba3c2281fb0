import type { Migration } from "../migration.ts";

/**
 * Which chunk has a vector, written in the transaction that writes the chunk. The id is the vector's
 * rowid in sqlite-vec; autoincrement never gives it twice, so the vector of a chunk that is gone cannot
 * be taken for another's. The document is its row's id, so that a filter need not read the chunks. The index holds only what is not committed, so it stays small once a run is
 * done; its rows come in the order of their ids.
 *
 * Title, heading path and text are what a model is given: the first two flow into `heading` and `cjk`.
 * Without an enrolled table a new chunk costs a look at an empty index.
 */
const SCHEMA = /* sql */ `
  create table vector_tables (
    id integer primary key,
    store text not null,
    model_id text not null,
    version text not null,
    name text not null,
    dimension integer,
    is_enrolled integer not null check (is_enrolled in (0, 1)),
    created_at integer not null,
    unique (store, model_id),
    unique (store, name)
  );
  create unique index vector_tables_enrolled on vector_tables (is_enrolled) where is_enrolled = 1;

  create table chunk_vectors (
    id integer primary key autoincrement,
    vector_table integer not null references vector_tables (id) on delete cascade,
    chunk_id text not null,
    document integer not null,
    state text not null check (state in ('pending', 'committed', 'uncovered', 'removing')),
    unique (vector_table, chunk_id)
  );
  -- SQLite would add it with the first chunk, enrolled table or not.
  insert into sqlite_sequence (name, seq) values ('chunk_vectors', 0);
  create index chunk_vectors_open on chunk_vectors (vector_table, state) where state <> 'committed';

  create trigger chunk_vectors_after_insert after insert on chunks
  when exists (select 1 from vector_tables where is_enrolled = 1)
  begin
    insert into chunk_vectors (vector_table, chunk_id, document, state)
    select id, new.chunk_id, new.document, 'pending' from vector_tables where is_enrolled = 1
    on conflict (vector_table, chunk_id) do update set document = excluded.document, state = 'pending';
  end;
  create trigger chunk_vectors_after_delete after delete on chunks begin
    update chunk_vectors set state = 'removing'
    where vector_table in (select id from vector_tables) and chunk_id = old.chunk_id;
  end;
  create trigger chunk_vectors_after_update after update on chunks
  when old.heading is not new.heading or old.cjk is not new.cjk or old.text is not new.text
  begin
    update chunk_vectors set state = 'pending'
    where vector_table in (select id from vector_tables) and chunk_id = new.chunk_id;
  end;
`;

export const vectors: Migration = { id: 2, name: "vectors", up: (database) => database.exec(SCHEMA) };
