@rem Empties the cache of name resolution.
@echo off
ipconfig /flushdns
exit /b %ERRORLEVEL%
