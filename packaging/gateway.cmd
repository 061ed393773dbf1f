@echo off
rem Starts the gateway with the Node that lies beside; needs nothing of the machine.
"%~dp0node.exe" --max-semi-space-size=8 "%~dp0bin\gateway.js" %*
