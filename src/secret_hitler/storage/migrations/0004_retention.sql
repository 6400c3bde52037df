-- What is to be deleted is found by its time. A closed table whose log is gone has closed = 0: its code is never given again.
CREATE INDEX tables_closed ON tables (closed) WHERE closed > 0;
CREATE INDEX records_ended ON records (ended);
