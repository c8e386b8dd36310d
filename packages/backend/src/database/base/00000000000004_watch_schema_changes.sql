-- A change of the schema tells the REST interface to read it again. Creating event triggers takes
-- a superuser, which a managed server may not give: there, `notify pgrst` does the same by hand.
create or replace function extensions.pgrst_ddl_watch() returns event_trigger
  language plpgsql
  as $$
    begin
      if exists (
        select from pg_event_trigger_ddl_commands() c
        where c.schema_name is distinct from 'pg_temp'
          and c.command_tag ~ '(SCHEMA|TABLE|VIEW|FUNCTION|TYPE|RULE|DOMAIN|COMMENT)$'
      ) then
        notify pgrst, 'reload schema';
      end if;
    end
  $$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
  language plpgsql
  as $$
    begin
      if exists (
        select from pg_event_trigger_dropped_objects() d
        where not d.is_temporary
          and d.object_type in (
            'schema', 'table', 'foreign table', 'view', 'materialized view', 'function', 'type', 'rule'
          )
      ) then
        notify pgrst, 'reload schema';
      end if;
    end
  $$;

do $$
begin
  if exists (select from pg_roles where rolname = current_user and rolsuper) then
    drop event trigger if exists pgrst_ddl_watch;
    create event trigger pgrst_ddl_watch on ddl_command_end
      execute function extensions.pgrst_ddl_watch();
    drop event trigger if exists pgrst_drop_watch;
    create event trigger pgrst_drop_watch on sql_drop
      execute function extensions.pgrst_drop_watch();
  end if;
end
$$;
