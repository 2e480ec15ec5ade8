@echo off
rem Opens a command line in which the word gwscope is known.
set "PATH=%~dp0;%PATH%"
prompt $P$G
gwscope --help
