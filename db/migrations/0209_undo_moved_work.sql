-- What a person moved at a moment, to move it back.
create index assignment_log_by on assignment_log (by_user, at);
