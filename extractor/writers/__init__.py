"""Writers: records, rejects, the run file."""
