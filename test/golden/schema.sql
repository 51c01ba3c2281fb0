CREATE TABLE chunk_vectors (
  id integer primary key autoincrement,
  vector_table integer not null references vector_tables (id) on delete cascade,
  chunk_id text not null,
  document integer not null,
  state text not null check (state in ('pending', 'committed', 'uncovered', 'removing')),
  unique (vector_table, chunk_id)
);

CREATE TABLE chunks (
  id integer primary key,
  chunk_id text not null unique,
  document integer not null references documents (id) on delete cascade,
  ordinal integer not null,
  start_offset integer not null,
  end_offset integer not null,
  start_line integer not null,
  end_line integer not null,
  start_column integer,
  end_column integer,
  page integer,
  heading_path text not null,
  symbol text,
  lead text not null,
  tokens integer not null,
  text text not null,
  text_hash text not null,
  heading text not null,
  words text,
  cjk text not null,
  identifiers text not null
);

CREATE VIRTUAL TABLE chunks_fts using fts5 (
  heading, text, cjk, identifiers,
  content = 'chunk_search', content_rowid = 'id', tokenize = 'porter unicode61'
);

CREATE TABLE 'chunks_fts_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'chunks_fts_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'chunks_fts_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE 'chunks_fts_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE document_tags (
  document integer not null references documents (id) on delete cascade,
  tag text not null,
  origin text not null check (origin in ('document', 'source', 'user')),
  primary key (document, tag, origin)
) without rowid;

CREATE TABLE documents (
  id integer primary key,
  doc_id text not null unique,
  source_id text not null,
  path text not null,
  type text not null,
  title text not null,
  lang text not null,
  code_lang text,
  repo text,
  trust integer not null,
  created_at integer,
  updated_at integer not null,
  metadata text not null,
  content_hash text not null,
  size integer not null,
  modified_ms real not null,
  pipeline text not null,
  chunker_version text not null,
  tail text not null,
  indexed_at integer not null,
  checked_at integer not null,
  unique (source_id, path)
);

CREATE TABLE embedding_cache (
  text_hash text not null,
  model_id text not null,
  prefix_hash text not null,
  dimension integer not null,
  vector blob not null,
  primary key (text_hash, model_id, prefix_hash)
);

CREATE TABLE ingest_runs (
  id integer primary key,
  started_at integer not null,
  finished_at integer,
  report text
);

CREATE TABLE jobs (
  id integer primary key,
  kind text not null,
  key text not null,
  state text not null check (state in ('running', 'done', 'failed')),
  checkpoint text not null,
  started_at integer not null,
  updated_at integer not null,
  unique (kind, key)
);

CREATE TABLE migrations (id integer primary key, name text not null, applied_at integer not null);

CREATE TABLE set_aside (
  source_id text not null,
  path text not null,
  kind text not null check (kind in ('failed', 'skipped')),
  reason text not null,
  size integer not null,
  modified_ms real not null,
  pipeline text not null,
  checked_at integer not null,
  primary key (source_id, path)
) without rowid;

CREATE TABLE sources (
  source_id text primary key,
  root text not null,
  origin text not null check (origin in ('config', 'command', 'library')),
  added_at integer not null,
  verified_scan text
) without rowid;

CREATE TABLE vector_tables (
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

CREATE VIEW chunk_search as
  select id, heading, coalesce(words, text) as text, cjk, identifiers from chunks;

CREATE INDEX chunk_vectors_open on chunk_vectors (vector_table, state) where state <> 'committed';

CREATE INDEX chunks_by_document on chunks (document, ordinal);

CREATE INDEX chunks_by_text_hash on chunks (text_hash);

CREATE INDEX document_tags_by_tag on document_tags (tag, document);

CREATE INDEX documents_by_hash on documents (content_hash);

CREATE UNIQUE INDEX vector_tables_enrolled on vector_tables (is_enrolled) where is_enrolled = 1;

CREATE TRIGGER chunk_vectors_after_delete after delete on chunks begin
  update chunk_vectors set state = 'removing'
  where vector_table in (select id from vector_tables) and chunk_id = old.chunk_id;
end;

CREATE TRIGGER chunk_vectors_after_insert after insert on chunks
when exists (select 1 from vector_tables where is_enrolled = 1)
begin
  insert into chunk_vectors (vector_table, chunk_id, document, state)
  select id, new.chunk_id, new.document, 'pending' from vector_tables where is_enrolled = 1
  on conflict (vector_table, chunk_id) do update set document = excluded.document, state = 'pending';
end;

CREATE TRIGGER chunk_vectors_after_update after update on chunks
when old.heading is not new.heading or old.cjk is not new.cjk or old.text is not new.text
begin
  update chunk_vectors set state = 'pending'
  where vector_table in (select id from vector_tables) and chunk_id = new.chunk_id;
end;

CREATE TRIGGER chunks_after_delete after delete on chunks begin
  insert into chunks_fts (chunks_fts, rowid, heading, text, cjk, identifiers)
  values ('delete', old.id, old.heading, coalesce(old.words, old.text), old.cjk, old.identifiers);
end;

CREATE TRIGGER chunks_after_insert after insert on chunks begin
  insert into chunks_fts (rowid, heading, text, cjk, identifiers)
  values (new.id, new.heading, coalesce(new.words, new.text), new.cjk, new.identifiers);
end;

CREATE TRIGGER chunks_after_update after update on chunks
when old.heading is not new.heading or old.text is not new.text or old.words is not new.words
  or old.cjk is not new.cjk or old.identifiers is not new.identifiers
begin
  insert into chunks_fts (chunks_fts, rowid, heading, text, cjk, identifiers)
  values ('delete', old.id, old.heading, coalesce(old.words, old.text), old.cjk, old.identifiers);
  insert into chunks_fts (rowid, heading, text, cjk, identifiers)
  values (new.id, new.heading, coalesce(new.words, new.text), new.cjk, new.identifiers);
end;

-- chunks_fts: automerge = 0, crisismerge = 1000, version = 4
